import { ChoiceFilter, Page, useMessages } from '@partner-accounts/ui'
import { ListFilters, TestFilter } from '../records/list-filters.tsx'
import { recordMessages } from '../records/record-messages.ts'
import { useFilters, parseKey } from '../records/use-filters.ts'
import { useMe } from '../session/me.ts'
import { CreateWebhookButton } from './create-webhook-button.tsx'
import { WebhookList } from './webhook-list.tsx'
import { webhookMessages } from './webhook-messages.ts'

/** Endpoints of all partners. */
export function WebhooksPage() {
  const t = useMessages(webhookMessages)
  const recordTexts = useMessages(recordMessages)
  const { filters, change, clear, isFiltered, includeTest } = useFilters('state', 'test')
  const state = parseKey(t.states, filters.state)
  const { may } = useMe()
  return (
    <Page title={t.title} lead={t.lead} actions={may('admin') && <CreateWebhookButton />}>
      <ListFilters isFiltered={isFiltered} onClear={clear}>
        <ChoiceFilter
          label={recordTexts.status}
          all={recordTexts.all}
          texts={t.states}
          value={state}
          onChange={(value) => change({ state: value })}
        />
        <TestFilter isOn={includeTest} onChange={change} />
      </ListFilters>
      <WebhookList filter={{ isFailing: state === 'failing', includeTest }} />
    </Page>
  )
}
