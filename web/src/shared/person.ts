/** A user's display name: the nickname, else the username; an erased account has neither. */
import { textNow } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'

export function displayNameOf({ nickname, username }: { nickname: string; username: string }): string {
  return nickname || username || textNow(commonText).erased
}
