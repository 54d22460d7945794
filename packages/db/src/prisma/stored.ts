/** The type of a value in Prisma's client, in which a union of strings is `string`, and a list of such unions `string[]`. */
type StoredValue<Value> = Value extends string ? string : Value extends readonly string[] ? string[] : Value

/** The type of a domain record in Prisma's client. */
type Stored<Row> = { [Key in keyof Row]: StoredValue<Row[Key]> }

/** Narrows the states of a row from text, as Prisma types them, to those that the CHECK constraints of its table allow. */
export const narrowStates = <Row>(row: Stored<Row>): Row => row as Row

/** Returns the content of a JSON column, which only the service writes. */
export const fromJson = <Content>(value: unknown): Content => value as Content

/** Casts conditions of which some are undefined. Prisma ignores these, but its types reject them. */
export const toConditions = <Where extends object>(where: { [Key in keyof Where]: Where[Key] | undefined }): Where =>
  where as Where
