import type { SampleCall } from './sample-call.d.ts'

/** Programs by language. */
export const SAMPLE_WRITERS: Readonly<
  Record<
    'curl' | 'fetch' | 'javascript' | 'python' | 'php' | 'java' | 'csharp' | 'go' | 'ruby' | 'powershell',
    (call: SampleCall) => string
  >
>

/** Returns code as HTML, with comments and texts marked. */
export function highlight(code: string): string
