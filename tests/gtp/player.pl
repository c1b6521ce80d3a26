# A GTP engine that plays Tromp-Taylor rules. Its arguments change how it generates turns, or what it lists.
use strict;
use warnings;
$| = 1;
my %does = map { $_ => 1 } @ARGV;
my @listed = qw(protocol_version name version list_commands boardsize clear_board komi play is_legal genmove quit);
push @listed, "reg_genmove" unless $does{"no-reg_genmove"};
push @listed, "undo" unless $does{"no-undo"};
push @listed, "list_stones" unless $does{"no-board"};
push @listed, qw(gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves
    gogui-rules_side_to_move gogui-rules_final_result) if $does{"status"};
my ($side, @board, @before, %seen, $to_move, $passes) = (5);

sub clear {
    @board = (".") x ($side * $side);
    @before = ();
    %seen = ("@board" => 1);
    ($to_move, $passes) = ("X", 0);
}

sub other { $_[0] eq "X" ? "O" : "X" }

sub neighbors {
    my $point = shift;
    my ($row, $column) = (int($point / $side), $point % $side);
    return (($row > 0 ? $point - $side : ()), ($row < $side - 1 ? $point + $side : ()),
        ($column > 0 ? $point - 1 : ()), ($column < $side - 1 ? $point + 1 : ()));
}

# Removes the stones of a color without liberties.
sub without {
    my ($color, @points) = @_;
    my @free = grep { $points[$_] eq "." } 0 .. $#points;
    my %free = map { $_ => 1 } @free;
    while (@free) {
        for my $next (neighbors(shift @free)) {
            push @free, $next if $points[$next] eq $color && !$free{$next}++;
        }
    }
    return map { $points[$_] eq $color && !$free{$_} ? "." : $points[$_] } 0 .. $#points;
}

# The board after a play, and whether stones of the player are removed.
sub after {
    my ($color, $point) = @_;
    my @points = @board;
    $points[$point] = $color;
    @points = without(other($color), @points);
    my @left = without($color, @points);
    return ("@left" ne "@points", @left);
}

sub is_legal {
    my ($color, $point) = @_;
    return 0 if $board[$point] ne "." || $does{"status"} && $passes > 1;
    my ($own, @after) = after($color, $point);
    return !$seen{"@after"} && !($own && $does{"no-suicide"});
}

# Keeps the position for undo.
sub keep { push @before, [[@board], {%seen}, $to_move, $passes] }

sub put {
    my ($color, $point, $by_itself) = @_;
    keep() unless $by_itself && $does{"forgets-undo"};
    $to_move = other($color) unless $by_itself && $does{"keeps-player"};
    if ($point < 0) {
        %seen = () if $does{"simple-ko"};
        ++$passes;
        return;
    }
    $passes = 0;
    my @before_it = @board;
    my (undef, @after) = after($color, $point);
    if ($by_itself && $does{"keeps-stones"}) {
        @after = @board;
        $after[$point] = $color;
    }
    @board = @after;
    %seen = $does{"simple-ko"} ? ("@before_it" => 1) : (%seen, "@board" => 1)
        unless $by_itself && $does{"forgets"};
    %seen = ("@board" => 1) if $by_itself && $does{"forgets-others"};
}

# The turn that it would play, at random if it is asked so: a capture, if there is one, or another play.
sub choose {
    my ($color, $by_itself) = @_;
    return -1 if $does{"passes"};
    my @all = grep { $board[$_] eq "." } 0 .. $#board;
    my $stones = grep { $_ ne "." } @board;
    my @captures = grep {
        my ($own, @after) = after($color, $_);
        $own ? $by_itself && $does{"suicides"} : $stones >= grep { $_ ne "." } @after;
    } @all;
    @captures = grep { is_legal($color, $_) } @captures
        unless $by_itself && ($does{"repeats"} || $does{"suicides"});
    return $all[rand @all] // -1 if $by_itself && $does{"careless"};
    my @legal = grep { is_legal($color, $_) } @all;
    return $legal[rand @legal] // -1 if $does{"random"};
    return $captures[0] // $legal[0] // -1;
}

sub vertex { $_[0] < 0 ? "pass" : ("A" .. "H", "J" .. "Z")[$_[0] % $side] . (1 + int($_[0] / $side)) }

sub point {
    my $name = uc shift;
    return -1 if $name eq "PASS";
    my ($column, $row) = $name =~ /^([A-HJ-Z])(\d+)$/ or return undef;
    $column = index("ABCDEFGHJKLMNOPQRSTUVWXYZ", $column);
    return $column < $side && $row >= 1 && $row <= $side ? ($row - 1) * $side + $column : undef;
}

sub stones { join " ", map { vertex($_) } grep { $board[$_] eq $_[0] } 0 .. $#board }

clear();
while (my $line = <STDIN>) {
    my ($id, $name, @words) = $line =~ /^\s*(\d*)\s*(\S+)\s*(.*)$/ or next;
    @words = split ' ', $words[0];
    my ($ok, $text) = ("=", "");
    my $color = @words && $words[0] =~ /^w/i ? "O" : "X";
    if (!grep { $_ eq $name } @listed) { ($ok, $text) = ("?", "unknown command") }
    elsif ($name eq "protocol_version") { $text = 2 }
    elsif ($name eq "name") { $text = "player" }
    elsif ($name eq "list_commands") { $text = join "\n", @listed }
    elsif ($name eq "boardsize") {
        if (@words == 1 && $words[0] >= 1 && $words[0] <= 19) { $side = $words[0]; clear() }
        else { ($ok, $text) = ("?", "unacceptable size") }
    }
    elsif ($name eq "clear_board") { clear() }
    elsif ($name =~ /^(play|is_legal)$/) {
        my $point = point($words[1]);
        my $over = $does{"status"} && $passes > 1;
        my $legal = !$over && defined $point && ($point < 0 || is_legal($color, $point));
        if ($name eq "is_legal") { $text = $legal ? 1 : 0 }
        elsif ($legal) { put($color, $point) }
        else { ($ok, $text) = ("?", "illegal move") }
    }
    elsif ($name =~ /genmove/ && ($does{"resigns"} || $does{"resigns-at-times"} && rand() < 0.5)) { $text = "resign" }
    elsif ($name eq "reg_genmove") {
        keep() if $does{"keeps-asked"};
        $text = vertex(choose($color));
    }
    elsif ($name eq "genmove") {
        my $point = choose($color, 1);
        put($color, $point, 1);
        $text = vertex($point);
    }
    elsif ($name eq "list_stones") { $text = stones($color) }
    elsif ($name eq "undo") {
        if (my $last = pop @before) { @board = @{$last->[0]}; %seen = %{$last->[1]}; ($to_move, $passes) = @$last[2, 3] }
        else { ($ok, $text) = ("?", "cannot undo") }
    }
    elsif ($name eq "gogui-rules_game_id") { $text = "Go" }
    elsif ($name eq "gogui-rules_board_size") { $text = $side }
    elsif ($name eq "gogui-rules_side_to_move") { $text = $to_move eq "X" ? "black" : "white" }
    elsif ($name eq "gogui-rules_legal_moves") {
        $text = $passes > 1 ? "" : join " ", (map { vertex($_) } grep { is_legal($to_move, $_) } 0 .. $#board), "pass";
    }
    elsif ($name eq "gogui-rules_board") {
        $text = join "\n", map { join " ", @board[$_ * $side .. $_ * $side + $side - 1] } reverse 0 .. $side - 1;
    }
    elsif ($name eq "gogui-rules_final_result") { $text = $passes > 1 ? "Black wins" : "" }
    print "$ok$id $text\n\n";
    last if $name eq "quit";
}
