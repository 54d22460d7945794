-- Fills a thousand accounts per transaction, so a change of an account waits for milliseconds. Each transaction changes one
-- table, so it cannot deadlock with a request that changes several rows of an account.
DO $$
DECLARE
  previous TEXT := '';
  latest TEXT;
BEGIN
  LOOP
    SELECT max(id) INTO latest FROM (SELECT id FROM accounts WHERE id > previous ORDER BY id LIMIT 1000) batch;
    EXIT WHEN latest IS NULL;
    UPDATE administrators r SET partner_id = a.partner_id FROM accounts a
      WHERE a.id > previous AND a.id <= latest AND r.account_id = a.id AND r.partner_id = '';
    COMMIT;
    previous := latest;
  END LOOP;
END $$;

DO $$
DECLARE
  previous TEXT := '';
  latest TEXT;
BEGIN
  LOOP
    SELECT max(id) INTO latest FROM (SELECT id FROM accounts WHERE id > previous ORDER BY id LIMIT 1000) batch;
    EXIT WHEN latest IS NULL;
    UPDATE units r SET partner_id = a.partner_id FROM accounts a
      WHERE a.id > previous AND a.id <= latest AND r.account_id = a.id AND r.partner_id = '';
    COMMIT;
    previous := latest;
  END LOOP;
END $$;

DO $$
DECLARE
  previous TEXT := '';
  latest TEXT;
BEGIN
  LOOP
    SELECT max(id) INTO latest FROM (SELECT id FROM accounts WHERE id > previous ORDER BY id LIMIT 1000) batch;
    EXIT WHEN latest IS NULL;
    UPDATE work_schedules r SET partner_id = a.partner_id FROM accounts a
      WHERE a.id > previous AND a.id <= latest AND r.account_id = a.id AND r.partner_id = '';
    COMMIT;
    previous := latest;
  END LOOP;
END $$;

DO $$
DECLARE
  previous TEXT := '';
  latest TEXT;
BEGIN
  LOOP
    SELECT max(id) INTO latest FROM (SELECT id FROM accounts WHERE id > previous ORDER BY id LIMIT 1000) batch;
    EXIT WHEN latest IS NULL;
    UPDATE subscriptions r SET partner_id = a.partner_id FROM accounts a
      WHERE a.id > previous AND a.id <= latest AND r.account_id = a.id AND r.partner_id = '';
    COMMIT;
    previous := latest;
  END LOOP;
END $$;

DO $$
DECLARE
  previous TEXT := '';
  latest TEXT;
BEGIN
  LOOP
    SELECT max(account_id) INTO latest
      FROM (SELECT account_id FROM administrators WHERE account_id > previous ORDER BY account_id LIMIT 1000) batch;
    EXIT WHEN latest IS NULL;
    INSERT INTO administrator_emails (email_key, partner_id, account_id)
      SELECT lower(email COLLATE "C"), partner_id, account_id FROM administrators
      WHERE account_id > previous AND account_id <= latest
      ON CONFLICT DO NOTHING;
    COMMIT;
    previous := latest;
  END LOOP;
END $$;
