-- A game that was read from a file, to be looked at: in which notation it was written, or 'export'. Empty for a game that was played here.
alter table game add column study text not null default '';
