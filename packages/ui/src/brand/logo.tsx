export const Logo = () => (
  <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <path
      d="M11 24V8.5h6.2a5.2 5.2 0 0 1 0 10.4H11"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="22.6" cy="23.4" r="2" fill="#f4c77b" />
  </svg>
)
