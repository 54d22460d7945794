// Minimal types of the packages that the README's snippets use.
declare module 'server-only'

declare module '@nestjs/common' {
  interface Provider {
    provide: abstract new (...parameters: never[]) => unknown
    useFactory: () => unknown
  }
  export function Global(): ClassDecorator
  export function Module(metadata: { providers?: Provider[]; exports?: Provider['provide'][] }): ClassDecorator
}

declare module 'ioredis' {
  export class Redis {
    get(key: string): Promise<string | null>
    set(key: string, value: string, unit: 'EX', seconds: number): Promise<'OK'>
    eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  }
}
