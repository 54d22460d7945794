interface LoggedRequest {
  method: string
  route: string | null
  status: number
}

/** Fewer sign-ins may come from several programs that have just started. */
const MIN_SIGN_INS = 10
/** A token is valid for an hour, so even one sign-in in three requests is far too many. */
const MAX_SIGN_IN_SHARE = 1 / 3

/** Returns whether a program probably signs in for each request, which doubles the number of requests. */
export function signsInTooOften(requests: readonly LoggedRequest[]): boolean {
  const signIns = requests.filter(
    ({ method, route, status }) => method === 'POST' && route === '/tokens' && status === 200,
  )
  return signIns.length >= MIN_SIGN_INS && signIns.length > requests.length * MAX_SIGN_IN_SHARE
}
