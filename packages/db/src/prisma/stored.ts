/** A value as Prisma's client types it: states and lists of them are texts. */
type StoredValue<Value> = Value extends string ? string : Value extends readonly string[] ? string[] : Value

/** A record of the domain as Prisma's client types it. */
type Stored<Record> = { [Key in keyof Record]: StoredValue<Record[Key]> }

/** Returns a row with the states that the checks of its table allow. Prisma types them as texts. */
export const withStates = <Record>(row: Stored<Record>): Record => row as Record

/** Returns the content of a JSON column, which only the service writes. */
export const fromJson = <Content>(value: unknown): Content => value as Content

/** Returns conditions without those that are undefined. Prisma ignores them, but its types reject them. */
export const present = <Where extends object>(where: { [Key in keyof Where]: Where[Key] | undefined }): Where =>
  where as Where
