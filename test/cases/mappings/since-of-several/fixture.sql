CREATE TABLE invoice (id TEXT, changed TEXT, booked_on TEXT, booked_at INTEGER, synced INTEGER);
-- Berlin is two hours ahead of UTC in July. 1782900000 is 2026-07-01T10:00:00Z.
INSERT INTO invoice VALUES
  ('a', '2026-07-01 11:59:59', '2026-07-01', 1149, 1782899999), -- none of the three
  ('b', '2026-07-01 12:00:00', '2026-01-01', 900, 1),           -- the first
  ('c', NULL, '2026-07-01', 1150, NULL),                        -- the second, at its overlap
  ('d', NULL, '2026-07-02', 3, NULL),                           -- the second, on a later day at an earlier time
  ('e', NULL, '2026-07-01', NULL, NULL),                        -- the second: on that day, at a time that is not known
  ('f', '2020-01-01 00:00:00', NULL, 2359, 1782900000),         -- the third
  ('g', NULL, NULL, NULL, NULL);                                -- never
