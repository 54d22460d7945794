import {
  Button,
  SignedOutFrame,
  FailureNotice,
  Notice,
  PageTitle,
  pageWithin,
  useMessages,
  useAction,
} from '@partner-accounts/ui'
import { failureOf } from '@partner-accounts/ui/failure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { expectOperator, client } from '../service/client.ts'
import { HOME } from '../service/paths.ts'
import { useTRPC } from '../service/trpc.ts'
import { sessionMessages } from './session-messages.ts'

/** `pnpm ops console` in a container of compose.yaml. */
const CONTAINER_COMMAND = 'docker compose --env-file deploy/production.env exec service-1 node ops/dist/main.js console'

/** Reads the token from the fragment, which browsers do not send to the server. */
const linkToken = (hash: string) => new URLSearchParams(hash.slice(1)).get('link') ?? undefined

export function SignInPage() {
  const t = useMessages(sessionMessages)
  const { state, hash } = useLocation() as { state: { signedOut?: boolean } | null; hash: string }
  const [query] = useSearchParams()
  // After a sign-out at the provider, the browser returns here with the query parameter `state`.
  const isSignedOut = state?.signedOut === true || query.get('state') === 'signed-out'
  // Reads the token on each render, because a pasted link changes the fragment without loading the page.
  const token = linkToken(hash)
  return (
    <SignedOutFrame>
      <div className="stack">
        <PageTitle title={t.title} />
        <p className="muted">{t.lead}</p>
      </div>
      {isSignedOut && <Notice>{t.signedOut}</Notice>}
      <Problem />
      {token === undefined ? <HowToSignIn /> : <RedeemLink key={token} token={token} />}
    </SignedOutFrame>
  )
}

/** Anyone can craft the address, so it only selects a fixed message. */
function useProblem() {
  const [query] = useSearchParams()
  const { problems } = useMessages(sessionMessages)
  const name = query.get('problem')
  return name !== null && Object.hasOwn(problems, name) ? (name as keyof typeof problems) : undefined
}

function Problem() {
  const t = useMessages(sessionMessages)
  const [query] = useSearchParams()
  const problem = useProblem()
  const id = query.get('request') ?? ''
  if (!problem) return null
  return (
    <Notice tone="alert">
      <p>{t.problems[problem]}</p>
      {/^[\w-]{1,64}$/.test(id) && <p className="small">{t.request(id)}</p>}
    </Notice>
  )
}

function HowToSignIn() {
  const t = useMessages(sessionMessages)
  const [query] = useSearchParams()
  const problem = useProblem()
  const methods = useQuery(useTRPC().operators.getSignInMethods.queryOptions())
  if (methods.isPending) return <span className="skeleton" aria-busy="true" />
  if (methods.isError) return <FailureNotice error={methods.error} retry={() => void methods.refetch()} />
  const { providerUrl: provider } = methods.data
  const shouldChangeUser = problem === 'not-allowed' || problem === 'email-not-verified'
  const parameters = new URLSearchParams({
    next: pageWithin(HOME, query.get('next')),
    ...(shouldChangeUser && { prompt: 'login' }),
  }).toString()
  return (
    <div className="stack">
      {provider !== null && (
        <a className="button button-primary" href={`${provider}?${parameters}`}>
          {shouldChangeUser ? t.withOtherUser : t.withProvider}
        </a>
      )}
      <p>{provider === null ? t.how : t.howElse}</p>
      <pre className="code">pnpm ops console</pre>
      <p className="small muted">{t.howInContainer}</p>
      {/* `tabIndex` lets the keyboard scroll the command on narrow screens. */}
      <pre className="code" tabIndex={0}>
        {CONTAINER_COMMAND}
      </pre>
      <p className="small muted">{t.howLong}</p>
    </div>
  )
}

/** Redeems a sign-in link only when the button is pressed, because link previews may open the page. */
function RedeemLink({ token }: { token: string }) {
  const t = useMessages(sessionMessages)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const redeem = useAction({
    mutationFn: () => client.operators.signIn.mutate({ token }),
    async onSuccess() {
      expectOperator(undefined)
      queries.clear()
      await navigate(pageWithin(HOME, query.get('next')), { replace: true })
    },
  })
  // Keeps the token out of the address bar and the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), [])
  const isInvalid = redeem.isError && failureOf(redeem.error).name === 'sign-in-link-invalid'
  return (
    <>
      {redeem.isError && <FailureNotice error={redeem.error} />}
      {isInvalid ? (
        <HowToSignIn />
      ) : (
        <Button variant="primary" autoFocus busy={redeem.isPending} onClick={() => redeem.mutate()}>
          {t.useLink}
        </Button>
      )}
    </>
  )
}
