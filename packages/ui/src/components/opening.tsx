/** Skeleton of a page and its frame. */
export const Opening = () => (
  <div className="shell" aria-busy="true">
    <div className="side" />
    <div className="main">
      <OpeningPage />
    </div>
  </div>
)

/** Skeleton of a page's content. */
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
