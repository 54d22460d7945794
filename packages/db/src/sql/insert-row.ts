import {
  type AliasableExpression,
  type ExpressionBuilder,
  expressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type InsertType,
  type SelectQueryBuilder,
} from 'kysely'

type Values<Table> = {
  [Column in keyof Table as undefined extends InsertType<Table[Column]> ? never : Column]: Value<Table[Column]>
} & {
  [Column in keyof Table as undefined extends InsertType<Table[Column]> ? Column : never]?: Value<Table[Column]>
}

type Value<Column> = AliasableExpression<Exclude<InsertType<Column>, undefined>>

/** Builds `INSERT INTO table (columns) SELECT values FROM source`. */
export function insertRow<Tables, Table extends keyof Tables, Sources, Source extends keyof Sources>(
  table: InsertQueryBuilder<Tables, Table, InsertResult>,
  source: SelectQueryBuilder<Sources, Source, object>,
  valuesOf: (source: ExpressionBuilder<Sources, Source>) => Values<Tables[Table]>,
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const values = Object.entries<AliasableExpression<unknown>>(valuesOf(expressionBuilder<Sources, Source>()))
  return table
    .columns(values.map(([column]) => column as keyof Tables[Table] & string))
    .expression(source.select(values.map(([column, value]) => value.as(column))))
}
