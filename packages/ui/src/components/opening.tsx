/** The outline of a page, shown until its content arrives. */
export const Opening = () => (
  <div className="shell" aria-busy="true">
    <div className="side" />
    <div className="main">
      <OpeningPage />
    </div>
  </div>
)

/** The outline of what a page contains, in the frame that it has already. */
export const OpeningPage = () => (
  <div className="page" aria-busy="true">
    <span className="skeleton skeleton-title" />
    <div className="card card-padded stack">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  </div>
)
