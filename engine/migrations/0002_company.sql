-- Several processes at one database (PostgreSQL). A file of SQLite has one process, and these stay empty.

-- The process that changed a game last: it plays on for the bots, and another does when it is gone.
alter table game add column process text not null default '';
-- Grows with every change of a game that is no revision of it: standing orders, its place.
alter table game add column edition integer not null default 0;

-- The processes that are there now.
create table process (
    id       text primary key,
    place    text not null,                   -- where it runs: machine and process number
    shards   text not null,                   -- the shards of Discord it serves: "0-3/16"
    began    real not null,
    until    real not null                    -- its lease, by the clock of the database
) strict, without rowid;

-- The process that speaks for a game at this moment. It counts as long as the process has its lease.
create table claim (
    game     text primary key references game (id) on delete cascade,
    process  text not null
) strict, without rowid;

--postgresql create index interaction_by_game on interaction (game);
--postgresql create index outbox_by_game on outbox (game);
