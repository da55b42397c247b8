/** Link WeChat, or unlink it; a server without a mini-program says so. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LinkWechat } from '../../../../account/security/link-wechat.tsx'
import { useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage } from '../../../../account/security/security-page.tsx'
import { securityText } from '../../../../account/security/security-text.ts'
import { UnlinkWechat } from '../../../../account/security/unlink-wechat.tsx'
import { wechatText } from '../../../../account/security/wechat-text.ts'
import { textNow, useText } from '../../../../kit/lang.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { firstAccount } from '../../../../shared/first-account.tsx'
import noteStyles from '../../../../ui/note.module.css'
import { toast } from '../../../../ui/toast.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  const { note, absent } = useText(wechatText)
  const user = useOwnProfile()
  const isAbsent = useQuery(firstAccount()).data?.has_wechat === false
  const [isAsked, setAsked] = useState(false)
  const since = user?.wechat_since ?? null
  const isConnectedNow = isAsked && since !== null
  useEffect(() => {
    if (isConnectedNow) toast(textNow(wechatText).connectedNow)
  }, [isConnectedNow])
  if (!user) return null
  if (since === null && isAbsent)
    return (
      <SecurityPage title={words.linkWechat}>
        <p className={noteStyles.note}>{absent}</p>
      </SecurityPage>
    )
  return (
    <SecurityPage title={since === null ? words.linkWechat : words.wechat} note={note}>
      {since === null ? <LinkWechat user={user} onAsk={() => setAsked(true)} /> : <UnlinkWechat user={user} since={since} />}
    </SecurityPage>
  )
}
