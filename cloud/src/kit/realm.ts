/** A realm: one language's data, apart from the other's. */
import type { Event, In, Lang, Shape } from '@homeport/contract/kit/promise.ts'
import type { Db, Trx } from './db.ts'

export type Emit = <S extends Shape>(event: Event<S>, data: In<S>) => Promise<void>

export type Realm = {
  lang: Lang
  db: Db
  /** One transaction; what it emits is written with it and delivered after it. Inside, use `trx` only. */
  change<T>(work: (trx: Trx, emit: Emit) => Promise<T>): Promise<T>
}
