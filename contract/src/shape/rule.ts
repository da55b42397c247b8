/** Names and passwords: the rules of spec 5 as checks, and the words for each rule that a field can break, in both languages. */
import * as z from 'zod/mini'
import type { Lang } from '../kit/promise.ts'

export const nameMin = 3
export const nameMax = 15
export const passwordMin = 6
export const passwordMax = 32
export const deviceNameMax = 20

/** Letters, marks and digits of any script, `_ - . ·` and inner spaces (wire.md). */
const nameText = /^[\p{L}\p{M}\p{N}_\-.·]+( [\p{L}\p{M}\p{N}_\-.·]+)*$/u

/** Length in code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

const composed = z.transform((text: string) => text.normalize('NFC').trim())

export const UserName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= nameMin && lengthOf(text) <= nameMax, 'name_length'),
    z.refine((text) => text === '' || nameText.test(text), 'name_characters'),
  ),
)

export const DeviceName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= 1 && lengthOf(text) <= deviceNameMax, 'device_name_length'),
    z.refine((text) => text === '' || nameText.test(text), 'name_characters'),
  ),
)

export const Password = z.string().check(
  z.refine((text) => text.length > 0, 'password_filled'),
  z.refine((text) => text === '' || (lengthOf(text) >= passwordMin && lengthOf(text) <= passwordMax), 'password_length'),
)

export const NewPassword = z.string().check(
  z.refine((text) => text.length > 0, 'new_password_filled'),
  z.refine((text) => text === '' || (lengthOf(text) >= passwordMin && lengthOf(text) <= passwordMax), 'password_length'),
)

export const NickName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= nameMin && lengthOf(text) <= nameMax, 'nickname_length'),
    z.refine((text) => text === '' || nameText.test(text), 'name_characters'),
  ),
)

/** The mainland's numbers by spec 5; of other area codes 4 to 14 digits (wire.md). */
const mainland = /^1[3-9]\d{9}$/
const elsewhere = /^\d{4,14}$/
export const homeArea = '86'

export const AreaCode = z.string().check(z.regex(/^\d{1,4}$/, 'area_code'))
export function isPhone({ area_code, phone }: { area_code: string; phone: string }): boolean {
  return (area_code === homeArea ? mainland : elsewhere).test(phone)
}

/** One address line as mail servers take it, in one width of letters (a wide ＠ or ， would make two of it); the rest is the code that is sent there. */
export const Email = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.normalize('NFKC').trim()),
  ),
  z.string().check(
    z.refine((text) => text !== '', 'email_filled'),
    z.maxLength(254, 'email_format'),
    z.refine(
      (text) => text === '' || /^[^\s\p{C}@"<>(),;:\\[\]]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u.test(text),
      'email_format',
    ),
  ),
)

/** Six digits that were sent to a phone or an e-mail address (P2). */
export const SentCode = z.string().check(
  z.refine((text) => text !== '', 'code_filled'),
  z.refine((text) => text === '' || /^\d{6}$/.test(text), 'code_digits'),
)

/** Terms and privacy must be agreed before login (spec 5). */
export const Agreed = z.literal(1, 'agreed')

type Words = Record<Lang, string>

export const ruleWords = {
  name_length: { en: 'User name must be 3 to 15 characters', zh: '用户名需为 3 至 15 个字符' },
  nickname_length: { en: 'Nickname must be 3 to 15 characters', zh: '昵称需为 3 至 15 个字符' },
  name_characters: { en: 'Special characters are not allowed', zh: '不能使用特殊字符' },
  device_name_length: { en: 'Device name must be 1 to 20 characters', zh: '设备名称需为 1 至 20 个字符' },
  password_filled: { en: 'Password must be filled', zh: '请输入密码' },
  password_length: { en: 'Password length must be 6-32', zh: '密码长度需为 6 至 32 位' },
  password_common: { en: 'This password is too common, please choose another', zh: '这个密码太常见，请换一个' },
  phone_filled: { en: 'Mobile number must be filled', zh: '请输入手机号' },
  phone_format: { en: 'Mobile number incorrect', zh: '手机号格式不正确' },
  area_code: { en: 'Area code incorrect', zh: '区号不正确' },
  email_filled: { en: 'E-mail must be filled', zh: '请输入邮箱' },
  email_format: { en: 'E-mail format incorrect', zh: '邮箱格式不正确' },
  code_filled: { en: 'Verification code must be filled', zh: '请输入验证码' },
  code_digits: { en: 'The verification code has 6 digits', zh: '验证码为 6 位数字' },
  new_password_filled: { en: 'New password cannot be empty', zh: '新密码不能为空' },
  one_target: { en: 'Give a mobile number or an e-mail address', zh: '请填写手机号或邮箱' },
  birthday: { en: 'This date is not right', zh: '日期不正确' },
  region: { en: 'Please choose a region from the list', zh: '请从列表中选择地区' },
  message_filled: { en: 'The message is empty', zh: '消息内容不能为空' },
  message_length: { en: 'A message has at most 1,000 characters', zh: '消息最多 1000 个字符' },
  message_characters: { en: 'The message has characters that cannot be sent', zh: '消息中含有无法发送的字符' },
  feedback_filled: { en: 'Please describe the problem', zh: '请描述您遇到的问题' },
  feedback_length: { en: 'At most 2,000 characters', zh: '最多 2000 个字符' },
  images: { en: 'Exceed the maximum allowable number of files', zh: '文件数量超出上限' },
  images_size: { en: 'Exceed allowed file size', zh: '文件大小超出上限' },
  image: { en: 'This is not a picture: choose a JPEG, PNG, WebP or GIF', zh: '不是可用的图片，请选择 JPEG、PNG、WebP 或 GIF' },
  image_large: { en: 'This picture has too many pixels or frames', zh: '图片像素或帧数过多' },
  image_filled: { en: 'Choose a picture', zh: '请选择图片' },
  recipient_length: { en: 'Recipient must be 1 to 30 characters', zh: '收件人姓名需为 1 至 30 个字符' },
  region_filled: { en: 'Please choose a region', zh: '请选择所在地区' },
  address_length: { en: 'Address must be 1 to 200 characters', zh: '地址需为 1 至 200 个字符' },
  postcode: { en: 'The postcode is not right', zh: '邮政编码不正确' },
  invoice_title_length: { en: 'Invoice title must be 1 to 100 characters', zh: '发票抬头需为 1 至 100 个字符' },
  tax_id_filled: { en: 'Tax ID must be filled for an enterprise', zh: '企业发票需填写税号' },
  tax_id: { en: 'The tax ID is not right: 8 to 20 letters and digits', zh: '税号不正确，应为 8 至 20 位字母和数字' },
  bank_length: { en: 'Bank: at most 60 characters', zh: '开户银行最多 60 个字符' },
  bank_account: { en: 'The bank account is not right', zh: '银行账号不正确' },
  text_unkeepable: { en: 'This holds a character that cannot be kept', zh: '包含无法保存的字符' },
  text_characters: { en: 'Line breaks and control characters are not allowed', zh: '不能包含换行或控制字符' },
  wechat_code: { en: 'WeChat gave no valid code, please try again', zh: '微信登录凭证无效，请重试' },
  qrcode: { en: 'Invalid qrcode', zh: '无效的二维码' },
  oneself: { en: 'You cannot do this with yourself', zh: '不能对自己执行此操作' },
  confirm_filled: { en: 'Confirmed password must be filled', zh: '请再次输入密码' },
  passwords_differ: { en: 'The two passwords are not consistent', zh: '两次输入的密码不一致' },
  agreed: { en: 'Please agree to the terms and privacy policy', zh: '请先同意服务条款和隐私政策' },
  devsn: { en: 'The serial number is not right', zh: '设备序列号不正确' },
  code: { en: 'The pairing code has 8 letters and digits', zh: '配对码为 8 位字母和数字' },
  one_device: { en: 'The request names two different devices', zh: '请求中指定了两台不同的设备' },
  page: { en: 'The page number must be 1 or more', zh: '页码须从 1 开始' },
  limit: { en: 'The limit must be 1 or more', zh: '每页数量须大于 0' },
  payload: { en: 'The payload is not valid', zh: '请求内容无效' },
  act: { en: 'The action is not known', zh: '未知的操作' },
  too_large: { en: 'The request is too large', zh: '请求内容过大' },
  too_deep: { en: 'The request is nested too deeply', zh: '请求内容嵌套过深' },
  fd: { en: 'The socket is not yours', zh: '连接标识无效' },
  link_filled: { en: 'Please enter a link', zh: '请输入链接' },
  range: { en: 'This value is out of its range', zh: '数值超出范围' },
  offset: { en: 'The offset must be 0 or more', zh: '起始位置须从 0 开始' },
  point: { en: 'The position must be 0 or more', zh: '播放位置须从 0 开始' },
  digits: { en: 'Enter the four digits that the screen shows', zh: '请输入屏幕上显示的四位数字' },
  required: { en: 'This must be filled', zh: '此项必填' },
  invalid: { en: 'This is not valid', zh: '此项不正确' },
} as const satisfies Record<string, Words>

export type Rule = keyof typeof ruleWords

/** The rule's own words, or those of 'invalid' where a schema says nothing of its own. */
export function wordsOf(rule: string, lang: Lang): string {
  return (rule in ruleWords ? ruleWords[rule as Rule] : ruleWords.invalid)[lang]
}
