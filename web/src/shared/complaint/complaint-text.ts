/** Texts of the report sheet. */
import type { ReportReason } from '@homeport/contract/shape/complaint.ts'
import { both } from '../../kit/lang.ts'

type Reasons = Record<ReportReason, string>

const reasons: Reasons = {
  spam: 'Advertising or spam',
  abuse: 'Abuse or threats',
  adult: 'Adult content',
  illegal: 'Illegal content',
  copyright: 'Copyright violation',
  other: 'Something else',
}

export const complaintText = both({
  en: {
    report: 'Report',
    ask: 'What’s wrong with it?',
    reasons,
    more: 'Anything else the moderators should know? (optional)',
    moreWanted: 'Tell us what’s wrong',
    wasReported: 'Thanks. The moderators will take a look.',
    send: 'Send',
  },
  zh: {
    report: '举报',
    ask: '举报原因',
    reasons: {
      spam: '广告或刷屏',
      abuse: '辱骂或威胁',
      adult: '色情低俗',
      illegal: '违法内容',
      copyright: '侵犯版权',
      other: '其他',
    },
    more: '补充说明（选填）',
    moreWanted: '请说明具体问题',
    wasReported: '感谢反馈，版主会尽快处理。',
    send: '发送',
  },
})
