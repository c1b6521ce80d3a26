//! Forwards methods to another engine.

/// Implements the named methods of [`Engine`](crate::Engine) by those of another engine, for engines that change a few of its
/// answers: `forward!(self => self.0; start play)`.
#[macro_export]
#[doc(hidden)]
macro_rules! forward {
    ($self:ident => $to:expr; $($method:ident)*) => {
        $($crate::forward!(@$method $self, $to);)*
    };
    (@about $self:ident, $to:expr) => {
        fn about(& $self) -> $crate::About {
            $to.about()
        }
    };
    (@start $self:ident, $to:expr) => {
        fn start(&mut $self, game: &$crate::game::Setup) -> Result<(), $crate::Fault> {
            $to.start(game)
        }
    };
    (@play $self:ident, $to:expr) => {
        fn play(&mut $self, turn: $crate::game::Turn) -> Result<$crate::Ruling, $crate::Fault> {
            $to.play(turn)
        }
    };
    (@is_legal $self:ident, $to:expr) => {
        fn is_legal(
            &mut $self,
            turn: $crate::game::Turn,
        ) -> Result<Option<$crate::Ruling>, $crate::Fault> {
            $to.is_legal(turn)
        }
    };
    (@are_legal $self:ident, $to:expr) => {
        fn are_legal(
            &mut $self,
            turns: &[$crate::game::Turn],
        ) -> Result<Vec<Option<$crate::Ruling>>, $crate::Fault> {
            $to.are_legal(turns)
        }
    };
    (@board $self:ident, $to:expr) => {
        fn board(&mut $self) -> Result<Option<$crate::game::Position>, $crate::Fault> {
            $to.board()
        }
    };
    (@board_otherwise $self:ident, $to:expr) => {
        fn board_otherwise(&mut $self) -> Result<Option<$crate::game::Position>, $crate::Fault> {
            $to.board_otherwise()
        }
    };
    (@status $self:ident, $to:expr) => {
        fn status(&mut $self) -> Result<Option<$crate::game::Status>, $crate::Fault> {
            $to.status()
        }
    };
    (@score $self:ident, $to:expr) => {
        fn score(&mut $self) -> Result<Option<$crate::ReportedScore>, $crate::Fault> {
            $to.score()
        }
    };
    (@settle $self:ident, $to:expr) => {
        fn settle(
            &mut $self,
            settlement: &$crate::game::Settlement,
        ) -> Result<Option<()>, $crate::Fault> {
            $to.settle(settlement)
        }
    };
    (@undo $self:ident, $to:expr) => {
        fn undo(&mut $self) -> Result<Option<()>, $crate::Fault> {
            $to.undo()
        }
    };
    (@generate $self:ident, $to:expr) => {
        fn generate(&mut $self) -> Result<Option<$crate::game::Turn>, $crate::Fault> {
            $to.generate()
        }
    };
    (@generate_and_play $self:ident, $to:expr) => {
        fn generate_and_play(&mut $self) -> Result<Option<$crate::game::Turn>, $crate::Fault> {
            $to.generate_and_play()
        }
    };
    (@hash $self:ident, $to:expr) => {
        fn hash(&mut $self) -> Result<Option<[u64; 4]>, $crate::Fault> {
            $to.hash()
        }
    };
    (@counts_komi $self:ident, $to:expr) => {
        fn counts_komi(& $self) -> bool {
            $to.counts_komi()
        }
    };
    (@idle_commands $self:ident, $to:expr) => {
        fn idle_commands(& $self) -> Vec<String> {
            $to.idle_commands()
        }
    };
    (@send $self:ident, $to:expr) => {
        fn send(&mut $self, command: &str) -> Result<(), $crate::Fault> {
            $to.send(command)
        }
    };
    (@do_without $self:ident, $to:expr) => {
        fn do_without(&mut $self, command: &str) {
            $to.do_without(command)
        }
    };
    (@renew $self:ident, $to:expr) => {
        fn renew(&mut $self) -> Result<bool, $crate::Fault> {
            $to.renew()
        }
    };
    (@conversation $self:ident, $to:expr) => {
        fn conversation(& $self) -> Vec<String> {
            $to.conversation()
        }
    };
    (@ask $self:ident, $to:expr) => {
        fn ask(
            &mut $self,
            queries: &[$crate::Query],
            receive: &mut dyn FnMut(
                Result<$crate::Answer, $crate::Fault>,
            ) -> std::ops::ControlFlow<()>,
        ) {
            $to.ask(queries, receive)
        }
    };
}
