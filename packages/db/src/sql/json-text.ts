/** The JSON of a value. */
export type JsonText<Value> = string & { readonly of?: Value }

/** Returns the value of a JSON that a statement wrote. */
export const parseJson = <Value>(text: JsonText<Value>): Value => JSON.parse(text) as Value
