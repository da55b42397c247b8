/** Account security: sign-in methods, sessions, and account cancellation. */
import { useQuery } from '@tanstack/react-query'
import { AtSign, KeyRound, MessageCircle, MonitorSmartphone, Smartphone, UserX } from 'lucide-react'
import { useState } from 'react'
import { maskedEmail, maskedPhone } from '../../../../account/field/phone-rule.ts'
import { BindPhoneSheet } from '../../../../account/security/bind-phone-sheet.tsx'
import { CancelPending } from '../../../../account/security/cancel-pending.tsx'
import { signIns, useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage } from '../../../../account/security/security-page.tsx'
import { securityText } from '../../../../account/security/security-text.ts'
import { useText } from '../../../../kit/lang.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { firstAccount } from '../../../../shared/first-account.tsx'
import gridStyles from '../../../../ui/grid.module.css'
import { PersonIcon } from '../../../../ui/icon.tsx'
import listStyles from '../../../../ui/list.module.css'
import { Row } from '../../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'user' }

const at = (page: string) => `#/pages/user/setup/safe/${page}`

export function Screen() {
  const words = useText(securityText)
  const user = useOwnProfile()
  const count = useQuery(signIns()).data?.total
  const hasWechat = useQuery(firstAccount()).data?.has_wechat === true
  const [isBinding, setBinding] = useState(false)
  if (!user) return null
  return (
    <SecurityPage title={words.title} above="/pages/user/setup/index">
      {user.erase_at ? <CancelPending eraseAt={user.erase_at} /> : null}
      <div className={gridStyles.columns}>
        <div className={listStyles.list}>
          <Row icon={<PersonIcon />} label={words.userName} value={user.username} />
          <Row
            icon={<KeyRound strokeWidth={1.75} />}
            label={user.has_password ? words.changePassword : words.setPassword}
            value={user.has_password ? undefined : words.notSet}
            href={at('edit_password')}
          />
        </div>
        <div className={listStyles.list}>
          {user.phone === '' ? (
            <Row
              icon={<Smartphone strokeWidth={1.75} />}
              label={words.phone}
              value={words.notBound}
              onClick={() => setBinding(true)}
            />
          ) : (
            <Row icon={<Smartphone strokeWidth={1.75} />} label={words.phone} value={maskedPhone(user)} href={at('bind_phone')} />
          )}
          <Row
            icon={<AtSign strokeWidth={1.75} />}
            label={words.email}
            value={user.email === '' ? words.notBound : maskedEmail(user.email)}
            href={at('bind_email')}
          />
          {hasWechat && (
            <Row
              icon={<MessageCircle strokeWidth={1.75} />}
              label={words.wechat}
              value={user.wechat_since ? words.linked : words.notLinked}
              href={at('bind_wechat')}
            />
          )}
        </div>
        <div className={listStyles.list}>
          <Row icon={<MonitorSmartphone strokeWidth={1.75} />} label={words.safe} value={count} href="#/pages/user/mine/safe" />
        </div>
        <div className={listStyles.list}>
          <Row icon={<UserX strokeWidth={1.75} />} label={words.cancellation} href="#/pages/user/mine/setup/cancellation" />
        </div>
      </div>
      <BindPhoneSheet user={user} isOpen={isBinding} onClose={() => setBinding(false)} />
    </SecurityPage>
  )
}
