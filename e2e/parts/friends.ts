/** For screenshots: other users who follow the user, are followed, and have written. */
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { follow } from '@homeport/contract/people.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { askAs } from './app.ts'
import { storyPassword } from './story.ts'

/** None is a name of the demo's people, nor looks like one: the cloud takes such a name for the same. */
const friends = {
  en: ['tin-lighthouse', 'Ines Aldana', 'night-train', 'K. Lindqvist', 'basement.nas'],
  zh: ['铁皮灯塔', '南城旧事', '夜行列车', '老周的机房', '听雨轩'],
}
const letters = {
  en: [
    'Does your box keep the subtitles that come with a magnet?',
    'It does. They lie beside the film, and the TV page offers them.',
    'Thank you! Then I will move my library over at the weekend.',
  ],
  zh: ['你的盒子会把磁力里的字幕一起存下来吗？', '会的，就放在影片旁边，电视上可以直接选。', '太好了，那我周末就把片库搬过来。'],
}

/** own: the user signed in on the phone. Returns the friend with whom there is a conversation. */
export async function makeFriends({ address, lang }: { address: string; lang: Lang }, own: SignedIn): Promise<string> {
  const open = { address, lang }
  const ownReply = { ...open, token: own.token }
  const made: (typeof ownReply & { user_id: string })[] = []
  for (const username of friends[lang]) {
    const { token, user } = await askAs(open, register, { username, password: storyPassword, agreed: 1 })
    made.push({ ...open, token, user_id: user.user_id })
    await askAs({ ...open, token }, follow, { user_id: own.user.user_id })
  }
  const [first, second, third] = made
  if (!first || !second || !third) throw new Error('no friends')
  for (const { user_id } of [first, second]) await askAs(ownReply, follow, { user_id })
  const [question = '', answered = '', thanked = ''] = letters[lang]
  let count = 0
  const write = (from: typeof ownReply, to: string, text: string) =>
    askAs(from, sendMessage, { to, id: `picture-message-${(count += 1)}`, text })
  await write(first, own.user.user_id, question)
  await write(ownReply, first.user_id, answered)
  await write(first, own.user.user_id, thanked)
  await write(third, own.user.user_id, question)
  return first.user_id
}
