import { Field } from '@base-ui/react/field'
import { type ReactNode, useState } from 'react'
import {
  AlertDialog,
  AppShell,
  Building2,
  Button,
  ButtonLink,
  ChoiceFilter,
  Choices,
  CloseDialog,
  CopiedValue,
  CopyButton,
  Credential,
  DayRangeFilter,
  DeliveryError,
  DownloadMail,
  EmptyPage,
  type EventType,
  EventTypeFields,
  Fact,
  Facts,
  FailureNotice,
  FailureText,
  Figure,
  MoreButton,
  Notice,
  Page,
  PaletteButton,
  Plus,
  RelativeTime,
  ShownOnce,
  showToast,
  StatusBadge,
  TableScroll,
  TableSkeleton,
  TextField,
  UserMenu,
} from '../src/index.ts'

const LONG_NAME =
  'Associação Beneficente dos Trabalhadores Rurais, Produtores de Leite e Artesãos da Microrregião do Alto Jequitinhonha'
const PLACES = [{ to: '/', label: 'Components', Icon: Building2 }]
const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const
const TONES = ['plain', 'good', 'caution', 'alert'] as const
const STATUSES = { active: 'active', pending: 'pending', canceled: 'canceled', other: 'other' }
const REJECTION = { status: 422, name: undefined, fields: undefined, retryAfterSeconds: undefined }

/** Each component of this package, with its variants. */
export function ComponentsPage() {
  const [isSearching, setSearching] = useState(false)
  return (
    <AppShell
      home="/"
      owner={LONG_NAME}
      notice="A notice of the whole app."
      places={PLACES}
      search={
        <PaletteButton
          open={isSearching}
          onOpenChange={setSearching}
          hint="Pages and commands"
          places={PLACES}
          commands={[{ key: 'toast', label: 'Show a toast', run: () => showToast('Done.') }]}
          useFound={() => ({ groups: [], isOutdated: false, isFetching: false, error: null })}
        />
      }
      menu={
        <UserMenu name="Ana Souza" detail="ana.souza@revenda.example" signOut={<Button>Sign out</Button>}>
          <p>Content of the menu.</p>
        </UserMenu>
      }
    >
      <Page title="Components" lead="Everything that packages/ui exports." actions={<Button>An action</Button>}>
        <Buttons />
        <Fields />
        <Messages />
        <Records />
        <Dialogs />
        <Group title="Empty page">
          <EmptyPage title="Nothing here" text="The reason, and what to do." action={<Button>Go back</Button>} />
        </Group>
      </Page>
    </AppShell>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card card-padded stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Buttons = () => (
  <Group title="Buttons">
    {VARIANTS.map((variant) => (
      <div key={variant} className="row">
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} small>
          small
        </Button>
        <Button variant={variant} busy>
          busy
        </Button>
        <Button variant={variant} disabled>
          disabled
        </Button>
        <ButtonLink variant={variant} to="/">
          <Plus size={17} aria-hidden /> link
        </ButtonLink>
      </div>
    ))}
    <div className="row">
      <CopyButton name="tax ID" text="45.723.174/0001-10" />
      <DownloadMail mail={{ id: 'sample', message: 'Subject: sample' }} />
      <MoreButton
        query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve(undefined) }}
      />
    </div>
  </Group>
)

function Fields() {
  const [text, setText] = useState(LONG_NAME)
  const [choice, setChoice] = useState<'all' | 'some'>('all')
  const [status, setStatus] = useState<keyof typeof STATUSES>()
  const [range, setRange] = useState({ from: '2026-11-01', to: '2026-11-30' })
  const [types, setTypes] = useState<EventType[]>(['account.created'])
  return (
    <Group title="Fields">
      <TextField name="plain" label="Name" value={text} onChange={setText} />
      <TextField name="hint" label="CNPJ" hint="14 characters" mono optional value={text} onChange={setText} />
      <Field.Root invalid className="field">
        <Field.Label className="field-label">Invalid</Field.Label>
        <Field.Control className="input" defaultValue="ana@" />
        <Field.Error match className="field-error">
          Not a valid e-mail.
        </Field.Error>
      </Field.Root>
      <Choices
        label="Choices"
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Some' },
        ]}
      />
      <div className="row">
        <ChoiceFilter label="Status" all="All" texts={STATUSES} value={status} onChange={setStatus} />
        <DayRangeFilter label="Created" {...range} onChange={setRange} />
      </div>
      <EventTypeFields value={types} onChange={setTypes} />
      <DisabledControls />
    </Group>
  )
}

const DisabledControls = () => (
  <fieldset className="field-group row" disabled>
    <select className="input" aria-label="Disabled select">
      <option>Disabled</option>
    </select>
    <label>
      <input type="checkbox" /> Disabled check box
    </label>
    <label>
      <input type="checkbox" defaultChecked /> Disabled, checked
    </label>
    <label>
      <input type="radio" defaultChecked /> Disabled radio button
    </label>
  </fieldset>
)

const Messages = () => (
  <Group title="Messages">
    {TONES.map((tone) => (
      <Notice key={tone} tone={tone}>
        <p>A notice of the tone {tone}.</p>
      </Notice>
    ))}
    <FailureNotice error={new Error('no response')} retry={() => showToast('Retried.')} keepsInput />
    <FailureText failure={{ ...REJECTION, uiMessage: 'The message of an error response.' }} />
    <p>
      <DeliveryError error="HTTP 500" />
    </p>
    <p>
      <DeliveryError error="ECONNREFUSED" />
    </p>
    <Button onClick={() => showToast('Done.', { label: 'Undo', run: () => showToast('Undone.') })}>Show a toast</Button>
  </Group>
)

const Records = () => (
  <>
    <Facts title="Facts">
      <Fact label="Name" value={LONG_NAME} isWide />
      <Fact label="Created" value={<RelativeTime timestamp="2026-11-01T12:00:00+00:00" />} />
      {Object.keys(STATUSES).map((status) => (
        <Fact key={status} label="Status" value={<StatusBadge status={status} texts={{ [status]: status }} />} />
      ))}
    </Facts>
    <dl className="card figures" aria-label="Figures">
      <Figure label="Accounts" value="2,000" />
      <Figure label="Pending" value="…" />
    </dl>
    <div className="card">
      <TableScroll label="Table">
        <table className="table">
          <caption className="visually-hidden">Table</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className="number">
                Employees
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{LONG_NAME}</th>
              <td className="number">12</td>
            </tr>
          </tbody>
        </table>
      </TableScroll>
    </div>
    <div className="card" aria-busy="true">
      <TableSkeleton loading="Loading" />
    </div>
    <dl className="stack">
      <Credential name="api_token" value="pa_0123456789abcdef0123456789abcdef" />
      <CopiedValue name="Reference" value="0123456789abcdef01234567" />
    </dl>
  </>
)

function Dialogs() {
  const [isShown, setShown] = useState(false)
  return (
    <Group title="Dialogs">
      <div className="row">
        <AlertDialog title="Cancel it?" lead="What happens then." trigger={<Button>Open a dialog</Button>}>
          <CloseDialog variant="danger">Cancel it</CloseDialog>
          <CloseDialog variant="quiet">Keep it</CloseDialog>
        </AlertDialog>
        <Button onClick={() => setShown(true)}>Show a secret once</Button>
      </div>
      {isShown && (
        <ShownOnce
          title="Keep this"
          lead="It is not shown again."
          kept="I have kept it"
          onClose={() => setShown(false)}
        >
          <Credential name="secret" value="0123456789abcdef" />
        </ShownOnce>
      )}
    </Group>
  )
}
