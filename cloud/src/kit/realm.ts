/** A realm: the data of one language, separate from the other. */
import type { Event, In, Lang, Shape } from '@homeport/contract/kit/operation.ts'
import type { Db, Trx } from './db.ts'

export type Emit = <S extends Shape>(event: Event<S>, data: In<S>) => Promise<void>

export type Realm = {
  lang: Lang
  db: Db
  /** Runs one transaction; events emitted in it are stored with it and delivered after it. Inside, use only `trx`. */
  change<T>(work: (trx: Trx, emit: Emit) => Promise<T>): Promise<T>
}
