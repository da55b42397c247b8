/** How a person is called: the nickname, else the user name; an erased account has neither. */
import type { Person } from '@homeport/contract/shape/person.ts'
import { textNow } from '../kit/lang.ts'
import { peopleText } from './text.ts'

export function nameOf({ nickname, username }: Pick<Person, 'nickname' | 'username'>): string {
  return nickname || username || textNow(peopleText).erased
}
