import type { ComponentType } from 'react'
import type { DataRouter } from 'react-router'
import { loadChunk } from '../requests/load-chunk.ts'

/**
 * Returns a function for the routes of lazily loaded pages.
 *
 * @param router knows which page is being opened, in case a deployment has replaced its code
 */
export const lazyPages =
  (router: () => DataRouter) =>
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    const address = () => {
      const { location } = router().state.navigation
      return location && router().createHref(location)
    }
    return { Component: (await loadChunk(load, address))[name] }
  }
