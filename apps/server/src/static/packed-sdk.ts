import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { REST_BASE_PATH } from '@partner-accounts/api'
import type { Settings } from '../settings/settings.ts'

const REGISTRY_NAME = '@partner-accounts/sdk'

/** The tarballs of the SDK, as the build of `@partner-accounts/reference` writes them. */
export interface PackedSdk {
  folder: string
  version: string
  /** The integrity of each file, by its name such as `sdk-1.0.0.tgz`. */
  integrities: Record<string, string>
}

/** Returns `undefined` if the SDK is not built, as in tests from sources. */
export function readPackedSdk(): PackedSdk | undefined {
  const index = findIndex()
  if (index === undefined) return undefined
  const content = JSON.parse(readFileSync(index, 'utf8')) as Omit<PackedSdk, 'folder'>
  return { ...content, folder: path.dirname(index) }
}

/** Resolves the index of the tarballs by its package, which works from the sources and from the build. */
function findIndex(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@partner-accounts/reference/sdk/index.json')
  } catch {
    return undefined
  }
}

export const currentFile = ({ version }: PackedSdk): string => `sdk-${version}.tgz`

/** Returns what partners pass to `npm install`, and its integrity if it is not on a registry. */
export function sdkToInstall(
  { publicUrl, sdkSource }: Pick<Settings, 'publicUrl' | 'sdkSource'>,
  packedSdk: PackedSdk | undefined,
): { name: string; integrity?: string | undefined } {
  if (sdkSource === 'registry') return { name: REGISTRY_NAME }
  const file = packedSdk ? currentFile(packedSdk) : 'sdk.tgz'
  return { name: `${publicUrl}${REST_BASE_PATH}/${file}`, integrity: packedSdk?.integrities[file] }
}
