import './gallery.css'
import '../src/design/design.ts'
import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createMemoryRouter } from 'react-router'
import { App, renderApp } from '../src/app/app.tsx'
import { Choices } from '../src/components/choices.tsx'
import { ComponentsPage } from './components-page.tsx'
import { type Responses, respondWith } from './sample-service.ts'

/** A page in a state that is hard to reach. */
export interface PageState {
  path: string
  responses: Responses
  /** Runs before the page, for example to fill the browser's database. */
  prepare?: () => Promise<void>
}

interface GalleryOptions {
  path: string
  /** Address of the other app's gallery. */
  otherPath: string
  states: Readonly<Record<string, PageState>>
  /** Signs in and starts the app, whose requests get the state's responses. */
  startApp: () => Promise<unknown>
}

const COMPONENTS = 'components'

/** Shows what `?gallery=` names: the components or the state of a page. Without it, shows the list of both. */
export async function openGallery({ path, otherPath, states, startApp }: GalleryOptions): Promise<void> {
  const name = new URLSearchParams(location.search).get('gallery')
  const state = name === null ? undefined : states[name]
  if (state) {
    respondWith(state.responses)
    await state.prepare?.()
    await startApp()
    return
  }
  const ListPage = () => <StateList path={path} otherPath={otherPath} states={states} />
  const router = createMemoryRouter([{ path: '*', Component: name === COMPONENTS ? ComponentsPage : ListPage }])
  renderApp(<App router={router} queryClient={new QueryClient()} />)
}

const THEMES = ['light', 'dark'] as const
const WIDTHS = ['390', '1440'] as const

function StateList({ path, otherPath, states }: Omit<GalleryOptions, 'startApp'>) {
  const [name, setName] = useState(COMPONENTS)
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('light')
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('1440')
  const address = new URL(states[name]?.path ?? path, location.origin)
  address.searchParams.set('gallery', name)
  address.searchParams.set('theme', theme)
  return (
    <main className="gallery" lang="en">
      <nav aria-label="Gallery" className="stack">
        <h1>Gallery</h1>
        <Choices label="Appearance" options={optionsOf(THEMES)} value={theme} onChange={setTheme} />
        <Choices label="Width in pixels" options={optionsOf(WIDTHS)} value={width} onChange={setWidth} />
        <a href={address.href}>Without this list</a>
        <a href={otherPath}>{otherPath}</a>
        <ul>
          {[COMPONENTS, ...Object.keys(states)].map((entry) => (
            <li key={entry}>
              <button type="button" aria-current={entry === name} onClick={() => setName(entry)}>
                {entry}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <iframe key={address.href} title={name} src={address.href} width={width} />
    </main>
  )
}

const optionsOf = <T extends string>(values: readonly T[]) => values.map((value) => ({ value, label: value }))
