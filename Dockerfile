# The command `superko` in an image of its own:
#
#     docker build -t superko .
#     docker run --rm superko certify
#     docker run --rm -v "$PWD:/work" superko judge /work/games
FROM rust:1.95-slim-bookworm AS build
WORKDIR /superko
COPY . .
RUN cargo build --release --locked

FROM debian:bookworm-slim
COPY --from=build /superko/target/release/superko /usr/local/bin/superko
# An engine from Debian, to begin with: docker run --rm superko certify -- gnugo --mode gtp
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gnugo \
    && rm -rf /var/lib/apt/lists/*
ENV PATH="/usr/games:$PATH"
RUN useradd --create-home superko
USER superko
WORKDIR /work
ENTRYPOINT ["superko"]
CMD ["--help"]
