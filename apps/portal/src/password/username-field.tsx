/** A hidden field from which password managers read whose password is typed. */
export const UsernameField = ({ email }: { email: string }) => (
  <input hidden readOnly name="username" autoComplete="username" value={email} />
)
