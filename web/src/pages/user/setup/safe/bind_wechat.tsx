/** Link WeChat, or unlink it. */
import { useEffect, useState } from 'react'
import { LinkWechat } from '../../../../account/security/link-wechat.tsx'
import { useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage } from '../../../../account/security/security-page.tsx'
import { securityText } from '../../../../account/security/security-text.ts'
import { UnlinkWechat } from '../../../../account/security/unlink-wechat.tsx'
import { wechatText } from '../../../../account/security/wechat-text.ts'
import { textNow, useText } from '../../../../kit/lang.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { toast } from '../../../../ui/toast.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  const { notes } = useText(wechatText)
  const user = useOwnProfile()
  const [isAsked, setAsked] = useState(false)
  const since = user?.wechat_since ?? null
  const isLinkedNow = isAsked && since !== null
  useEffect(() => {
    if (isLinkedNow) toast(textNow(wechatText).linkedNow)
  }, [isLinkedNow])
  if (!user) return null
  return (
    <SecurityPage title={since === null ? words.linkWechat : words.wechat} notes={notes}>
      {since === null ? <LinkWechat user={user} onAsk={() => setAsked(true)} /> : <UnlinkWechat user={user} since={since} />}
    </SecurityPage>
  )
}
