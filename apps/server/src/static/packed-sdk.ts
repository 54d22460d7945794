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
  /** By file name, such as `sdk-1.0.0.tgz`. */
  integrities: Record<string, string>
}

/** Returns `undefined` if not built, as in tests from sources. */
export function readPackedSdk(): PackedSdk | undefined {
  const index = findIndex()
  if (index === undefined) return undefined
  const content = JSON.parse(readFileSync(index, 'utf8')) as Omit<PackedSdk, 'folder'>
  return { ...content, folder: path.dirname(index) }
}

/** Valid from sources and from a build. */
function findIndex(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@partner-accounts/reference/sdk/index.json')
  } catch {
    return undefined
  }
}

export const currentFile = ({ version }: PackedSdk): string => `sdk-${version}.tgz`

/** Returns what partners pass to `npm install`, and its integrity unless a registry has it. */
export function sdkToInstall(
  { publicUrl, sdkSource }: Pick<Settings, 'publicUrl' | 'sdkSource'>,
  packed = readPackedSdk(),
): { name: string; integrity?: string | undefined } {
  if (sdkSource === 'registry') return { name: REGISTRY_NAME }
  const file = packed ? currentFile(packed) : 'sdk.tgz'
  return { name: `${publicUrl}${REST_BASE_PATH}/${file}`, integrity: packed?.integrities[file] }
}
