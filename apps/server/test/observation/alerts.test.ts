import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { sharedService } from '../harness.ts'

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { runbook_url: string }
}
interface Case {
  name: string
  promql_expr_test: { exp_samples?: { labels: string }[] }[]
}

const { groups } = parse(read('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.map(({ alert }) => alert)
const { panels } = JSON.parse(read('deploy/observability/dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}
const panelExpressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Metrics of the exporters in prometheus.yml, of deploy/backup.sh, and of kube-state-metrics. */
const EXPORTER_METRICS = [
  'pg_stat_replication_pg_wal_lsn_diff',
  'pg_up',
  'pg_database_size_bytes',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  'probe_success',
  'kube_cronjob_status_last_successful_time',
  'backup_last_success_timestamp_seconds',
]

/**
 * Returns the names with an underscore in a PromQL expression, after removing strings, label matchers and ranges. Names
 * before a parenthesis are functions.
 */
const metricsIn = (expression: string): string[] =>
  (expression.replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?! ?\()/g) ?? []).map(
    (name) => name.replace(/_(bucket|count)$/, ''),
  )

/** Returns the metrics of a started service. */
async function exposedMetrics(): Promise<string[]> {
  const { origin } = await sharedService()
  const text = await (await fetch(`${origin}/metrics`)).text()
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
}

it('alerts and panels use metrics that the service or an exporter exposes', async () => {
  const known = [...(await exposedMetrics()), ...EXPORTER_METRICS]
  for (const expression of [...rules.map(({ expr }) => expr), ...panelExpressions]) {
    expect(metricsIn(expression).filter((name) => !known.includes(name))).toEqual([])
  }
})

it('the dashboard shows every metric of the service', async () => {
  const own = (await exposedMetrics()).filter((name) => !/^(nodejs|process)_/.test(name))
  const shown = panelExpressions.flatMap(metricsIn)
  expect(own.filter((name) => !shown.includes(name))).toEqual([])
})

it('each alert has a case in which it fires, and a case in which it is silent', () => {
  const { tests } = parse(read('deploy/observability/alerts.test.yml')) as { tests: Case[] }
  for (const alert of alerts) {
    const cases = tests.filter(({ name }) => name === alert).flatMap(({ promql_expr_test: expected }) => expected)
    const firing = cases.filter(({ exp_samples: samples }) => samples?.[0]?.labels.includes(`"${alert}"`))
    const silent = cases.filter(({ exp_samples: samples }) => samples === undefined)
    expect([alert, firing.length > 0, silent.length > 0]).toEqual([alert, true, true])
  }
})

it('each alert links to its section in docs/operations.md', () => {
  const section = read('docs/operations.md').split('\n### Alerts\n')[1]!.split('\n### ')[0]!
  expect([...section.matchAll(/^#### (.+)\n\n\S/gm)].map(([, title]) => title)).toEqual(alerts)
  expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    alerts.map((alert) => `{{ $externalLabels.docs }}/operations.md#${alert.toLowerCase()}`),
  )
})
