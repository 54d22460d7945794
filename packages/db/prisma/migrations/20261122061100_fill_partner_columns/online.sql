-- Fills a thousand accounts per transaction, so a change of an account waits for milliseconds. Each transaction changes one
-- table, so it cannot deadlock with a request that changes several rows of an account.
DO $$
DECLARE
  fill TEXT := 'UPDATE %I r SET partner_id = a.partner_id FROM accounts a
    WHERE a.id > $1 AND a.id <= $2 AND r.account_id = a.id AND r.partner_id = ''''';
  change TEXT;
  previous TEXT;
  latest TEXT;
BEGIN
  FOREACH change IN ARRAY ARRAY[
    format(fill, 'administrators'), format(fill, 'units'), format(fill, 'work_schedules'), format(fill, 'subscriptions'),
    'INSERT INTO administrator_emails (email_key, partner_id, account_id)
      SELECT lower(email COLLATE "C"), partner_id, account_id FROM administrators
      WHERE account_id > $1 AND account_id <= $2
      ON CONFLICT DO NOTHING'
  ] LOOP
    previous := '';
    LOOP
      SELECT max(id) INTO latest FROM (SELECT id FROM accounts WHERE id > previous ORDER BY id LIMIT 1000) batch;
      EXIT WHEN latest IS NULL;
      EXECUTE change USING previous, latest;
      COMMIT;
      previous := latest;
    END LOOP;
  END LOOP;
END $$;
