/** Names the user whose password is typed. Password managers read it. */
export const UsernameField = ({ email }: { email: string }) => (
  <input hidden readOnly name="username" autoComplete="username" value={email} />
)
