-- One row per game, from the lobby to the archive. The state is never in columns: it is one blob in `snapshot`.
create table game (
    id       text primary key,
    kind     text not null,                   -- which game: a key of GAMES
    status   text not null check (status in ('lobby', 'running', 'paused', 'finished', 'archived')),
    rev      integer not null,                -- grows with every saved change
    seq      integer not null,                -- the newest entry of the log
    barrier  integer not null,                -- undo stops at this entry
    question text not null,                   -- fingerprint of the pending questions
    told     integer not null,                -- everything up to this revision is in the outbox
    title    text not null,
    host     text not null,
    guild    text not null,
    channel  text not null,                   -- where the game is played: a thread or a channel
    created  real not null,
    updated  real not null,
    header   blob not null,                   -- what was agreed: seats, options, pace
    pledge   text not null,                   -- the hash of the seed, public from the start
    secret   blob not null                    -- the seed, published when the game ends
) strict;
create index game_by_status on game (status, updated);
create index game_by_channel on game (channel) where channel <> '';
create index game_by_guild on game (guild, status);

create table seat (
    game     text not null references game (id) on delete cascade,
    seat     text not null,
    place    integer not null,                -- order of play
    kind     text not null,                   -- human, standin, random, clockwork, script
    user     text not null,                   -- the person, '' for none
    since    real,                            -- waits for this seat since then; null: does not
    asked    integer not null default 0,      -- the revision at which its open question was first asked
    settings blob not null,                   -- standing orders, notes, away until
    primary key (game, seat)
) strict, without rowid;
create index seat_by_user on seat (user) where user <> '';

-- The log: answers, chance, reveals and undos. Only ever appended to.
create table entry (
    game     text not null references game (id) on delete cascade,
    seq      integer not null,
    seat     text not null,
    key      text not null,
    value    blob not null,
    at       real not null,
    primary key (game, seq)
) strict, without rowid;

-- States at the start of a step, compressed. Older turns keep only their first.
create table snapshot (
    game     text not null references game (id) on delete cascade,
    seq      integer not null,
    turn     integer not null,
    step     text not null,
    opening  integer not null,                -- 1: the first of its turn
    state    blob not null,
    primary key (game, seq)
) strict;
create index snapshot_by_turn on snapshot (game, turn, opening);

-- What happened, in the order it happened: the readable log is made from this.
create table event (
    game     text not null references game (id) on delete cascade,
    n        integer not null,
    seq      integer not null,
    rev      integer not null,
    data     blob not null,
    at       real not null,
    primary key (game, n)
) strict, without rowid;
create index event_by_rev on event (game, rev);

-- Interactions that took effect, so that a repeated delivery has none.
create table interaction (
    id       text primary key,
    game     text not null references game (id) on delete cascade,
    rev      integer not null,
    result   blob not null,
    at       real not null
) strict, without rowid;
create index interaction_by_time on interaction (at);

-- What is to be said, written with the change it speaks of and sent afterwards.
create table outbox (
    id       integer primary key,
    game     text not null references game (id) on delete cascade,
    nonce    text not null unique,
    kind     text not null,
    payload  blob not null,
    created  real not null,
    due      real not null,                   -- not to be tried before then
    attempts integer not null default 0,
    sent     real
) strict;
create index outbox_unsaid on outbox (game, id) where sent is null;

-- Messages on Discord that a game still uses: its board, its lobby.
create table message (
    game     text not null references game (id) on delete cascade,
    kind     text not null,
    channel  text not null,
    message  text not null,
    rev      integer not null,
    data     blob not null,
    primary key (game, kind)
) strict, without rowid;

create table reminder (
    game     text not null references game (id) on delete cascade,
    user     text not null,
    kind     text not null,
    due      real not null,
    data     blob not null,
    primary key (game, user, kind)
) strict, without rowid;
create index reminder_by_time on reminder (due);

-- What a person or a server has chosen.
create table settings (
    scope    text not null check (scope in ('user', 'guild')),
    id       text not null,
    data     blob not null,
    primary key (scope, id)
) strict, without rowid;

create table meta (
    key      text primary key,
    value    text not null
) strict, without rowid;
