/** Those of the specification's sentences that any request may end with. Alone, since they have to be in the app before it needs them. */
import type { Lang } from '../../kit/operation.ts'
import { frameTexts, inLang, type Text } from './frame-text.ts'

export const failureTexts = {
  network: {
    en: ['Couldn’t reach Homeport. Try again.', 'Network error, please retry'],
    zh: ['无法连接服务器，请重试', '网络错误，请重试'],
  },
  noNetwork: {
    en: ['You’re offline. Try again later.', 'Fail to network, please try again'],
    zh: ['网络已断开，请稍后再试', '网络连接失败，请重试'],
  },
  notBound: {
    en: ['This box isn’t paired with your account', 'Device is not bound'],
    zh: ['这台盒子不在你的账号下', '设备未绑定'],
  },
  commandFailed: { en: ['Couldn’t reach the box. Try again.', 'Send failed'], zh: ['无法发送到盒子，请重试', '发送失败'] },
  timeout: { en: ['This took too long. Try again.', 'Time out!'], zh: ['请求超时，请重试'] },
  offline: {
    en: ['Box is offline. Pull down to refresh.', 'Device is offline, please slide down to refresh'],
    zh: ['盒子已离线，可下拉刷新', '设备已离线，请下拉刷新'],
  },
  noResponse: {
    en: ['The box isn’t answering. Try again later.', 'Device no response, retry later'],
    zh: ['盒子无响应，请稍后再试', '设备无响应，请稍后重试'],
  },
  notDecoded: {
    en: ['This version can’t read the box’s answer. Update the app.', 'Failed to decode, please upgrade to v1.2.8 or newer'],
    zh: ['当前版本无法解析盒子的响应，请更新 App', '解析失败，请升级到 v1.2.8 或更高版本'],
  },
  uploadTimeout: {
    en: ['The upload took too long. Try again.', 'Upload timed out, please try again'],
    zh: ['上传超时，请重试'],
  },
  uploadFailed: {
    en: ['Couldn’t upload. Try again.', 'Upload failed, please try again'],
    zh: ['上传失败，请重试'],
  },
} as const satisfies Record<string, Record<Lang, Text>>

const all = { ...failureTexts, unknown: frameTexts.unknown }

export const failureText: Record<Lang, Record<keyof typeof all, string>> = { en: inLang(all, 'en'), zh: inLang(all, 'zh') }
