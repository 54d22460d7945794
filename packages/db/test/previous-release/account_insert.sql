with permit as (
  select 1 as permitted),
administrator as (
  insert into administrators (account_id, full_name, email, mobile_phone, password_hash, activation_token_hash, activation_expires_at) select {accountId} as account_id, {fullName} as full_name, {email} as email, {mobilePhone} as mobile_phone, NULL as password_hash, {activationTokenHash}::bytea as activation_token_hash, clock_timestamp() + make_interval(secs => {activationValidForSeconds}) as activation_expires_at
  from permit
  returning account_id),
unit as (
  insert into units (id, account_id, name, cep, street_name, street_number, neighborhood, complement, state, city) select {unitId} as id, {accountId} as account_id, {unitName} as name, {cep} as cep, {streetName} as street_name, {streetNumber} as street_number, {neighborhood} as neighborhood, {complement} as complement, {state} as state, {city} as city
  from permit
  returning id),
work_schedule as (
  insert into work_schedules (id, account_id, name, days) select {workScheduleId} as id, {accountId} as account_id, {workScheduleName} as name, {workDays}::jsonb as days
  from permit
  returning id),
audit_entry as (
  insert into audit_entries (id, actor_kind, actor_name, action, subject_id, partner_id, account_id) select change.id as id, {actorKind} as actor_kind, {actorName} as actor_name, change.action as action, change.subject_id as subject_id, {partnerId} as partner_id, {accountId} as account_id
  from permit
  inner join (VALUES ({auditId}, {action}, {accountId}), ({activationAuditId}, {activationAction}, {subscriptionId}) ) as change (id, action, subject_id) on true
  where change.id is not null
  returning id),
partner as (
  update partners set account_count = account_count + 1
  where id = {partnerId} and (exists (select account_id
  from administrator) and exists (select id
  from unit) and exists (select id
  from work_schedule) and exists (select id
  from audit_entry))
  returning account_count as number, coupon_id),
coupon as (
  update coupons set redemptions = redemptions + 1
  where id = (select coupon_id
  from partner) and (expires_at is null or expires_at > clock_timestamp()) and (max_redemptions is null or redemptions < max_redemptions)
  returning id, percent_off),
account as (
  insert into accounts (id, partner_id, number, secret_hash, api_token_hash, sealed_api_token) select {accountId} as id, {partnerId} as partner_id, partner.number as number, {secretHash} as secret_hash, {apiTokenHash} as api_token_hash, {sealedApiToken} as sealed_api_token
  from partner
  returning number, created_at),
search_entry as (
  insert into account_search (partner_id, number, created_at, subscription_status, terms) select {partnerId} as partner_id, account.number as number, account.created_at as created_at, CASE WHEN {activationTokenHash}::bytea IS NULL THEN 'pending' ELSE 'active' END::subscription_status as subscription_status, {searchTerms} as terms
  from account),
employer as (
  insert into employers (partner_id, number, name, trade_name, cpf, cnpj, financial_email) select {partnerId} as partner_id, partner.number as number, {employerName} as name, {tradeName} as trade_name, {cpf} as cpf, {cnpj} as cnpj, {financialEmail} as financial_email
  from partner),
subscription as (
  insert into subscriptions (id, account_id, status, employees, coupon_id, percent_off, activated_at, canceled_at) select {subscriptionId} as id, {accountId} as account_id, CASE WHEN {activationTokenHash}::bytea IS NULL THEN 'pending' ELSE 'active' END::subscription_status as status, {employees}::int as employees, coupon.id as coupon_id, coupon.percent_off as percent_off, CASE WHEN {activationTokenHash}::bytea IS NOT NULL THEN clock_timestamp() END as activated_at, NULL::timestamptz as canceled_at
  from partner
  left join coupon on true),
mail as (
  insert into mails (id, kind, priority, recipient, sealed_content, partner_id, account_id, last_error, sent_at) select mail.id as id, mail.kind as kind, mail.priority as priority, mail.recipient as recipient, decode(mail.content, 'hex') as sealed_content, {partnerId} as partner_id, {accountId} as account_id, NULL as last_error, NULL::timestamptz as sent_at
  from partner
  inner join jsonb_to_recordset({mails}::jsonb) as mail (id text, kind mail_kind, priority smallint, recipient text, content text) on true) select number
  from partner
