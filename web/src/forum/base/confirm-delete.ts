/** Confirms the deletion of the user's post or reply; states what is lost. */
import { question } from '../../ui/modal.tsx'
import { textNow } from '../../kit/lang.ts'
import { forumText } from './text.ts'

export async function mayRemove(type: 'thread' | 'reply'): Promise<boolean> {
  const words = textNow(forumText)
  const answer = await question({
    title: type === 'thread' ? words.removeAsk : words.removeReplyAsk,
    text: type === 'thread' ? words.removeText : words.removeReplyText,
    confirm: words.remove,
    cancel: words.keep,
    isDanger: true,
  })
  return answer === 'confirm'
}
