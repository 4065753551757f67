import type { SituationId } from './situations.ts'

/** A way to write that a situation began or ended, or that a filing that looks like its beginning does not count. */
export interface SituationWording {
  readonly situation: SituationId
  readonly change: 'began' | 'ended' | 'denied'
  /** A sentence says it that fits all of these, and none of `unless`. */
  readonly says: readonly RegExp[]
  readonly unless?: readonly RegExp[]
  /** Read in 8-Ks and their exhibits, or in annual and quarterly reports. */
  readonly in: 'current' | 'report'
  /** Read under this item alone, where the filing has headings of items. */
  readonly item?: RegExp
  /** Read only under headings that fit, where the passage has one. */
  readonly under?: RegExp
  readonly example: string
}

/** A possibility and no fact. */
const possible =
  /\b(?:if|may|might|could|would|whether|should|ability to|risks?|in the event|no assurance|no longer than|were to|fail to|failure to (?:regain|maintain|meet|satisfy|comply))\b/
const ahead = /\b(?:will|to regain|until|intends?|expects?|plans?|unless|in order to|efforts?|seek)\b/
const imagined = /\b(?:if|may|might|could|would|whether|should)\b/
const exchange = /\b(?:Nasdaq|NYSE|New York Stock Exchange|Exchange|listing (?:rule|standard|requirement)s?)\b/i

/** Headings of item 9A of an annual report, of item 4 of a quarterly report and of their sections. Risk factors about controls have whole sentences as headings. */
const controlsHeading =
  /^\W*(?:(?:part\s+[iv]+\W*)?item\s+(?:9A(?:\s*\(?T\)?)?|4)\b|(?:\(?[a-z\d]{1,2}[.)]\s*)?(?:(?:evaluation|effectiveness) of|(?:changes|limitations?) (?:in|on|of)|(?:disclosure )?controls? and procedures|internal controls? over|management.s|report of|reports? on internal|(?:status of )?remediation|attestation))/i

export const situationWordings: readonly SituationWording[] = [
  {
    ...{ situation: 'delisting_notice', change: 'began', in: 'current' },
    says: [
      exchange,
      /\bnot (?:currently )?(?:been )?in compliance\b|\bno longer (?:in compliance|compl(?:y|ies)|meets?|satisf(?:y|ies))\b|\bnon-?compliance\b|\b(?:did|does) not (?:comply|meet|satisfy)\b|\bfailed to (?:comply|meet|satisfy|maintain)\b|\bnot maintained a minimum\b|\bclosed below\b|\bbelow (?:the )?(?:minimum|\$1\.00)|\bdetermined to (?:commence|delist)\b/i,
    ],
    unless: [possible],
    example: 'The Company received a letter from Nasdaq stating that the bid price had closed below the $1.00 minimum bid price.',
  },
  {
    ...{ situation: 'delisting_notice', change: 'ended', in: 'current' },
    says: [
      /\bregain(?:ed|s) (?:\w+ (?:and \w+ )?)?(?:listing )?compliance\b|\b(?:is|was) (?:now|again|back) in compliance\b|\bmatter (?:is |was |has been )?(?:now )?closed\b|\bhas complied with\b/i,
    ],
    unless: [possible, ahead],
    example: 'The Nasdaq letter acknowledged that the Company had regained compliance with the Rule.',
  },
  {
    ...{ situation: 'delisting_notice', change: 'denied', in: 'current' },
    says: [
      /\bdelisting of the (?:public )?(?:warrants|units|rights|notes|preferred)\b.{0,60}\b(?:not|no)\b.{0,20}\b(?:impact|affect|effect)\b/i,
    ],
    example: 'The delisting of the Warrants will not impact the listing or trading of the common stock.',
  },
  {
    ...{ situation: 'delisting_notice', change: 'denied', in: 'current' },
    says: [
      /\b(?:transfer|move|switch)(?:ring|ing)?\b.{0,60}\blisting\b/i,
      /\b(?:voluntar\w+|elected|decided|intention|intends|its decision|determined)\b/i,
      /\b(?:New York Stock Exchange|NYSE|Nasdaq Global|Nasdaq Stock Market)\b/i,
    ],
    unless: [/\b(?:deficien|compliance|Capital Market|NYSE American|OTC|whether)/i],
    example:
      'The Company notified The Nasdaq Stock Market of its intention to voluntarily withdraw its common stock and transfer the listing to the New York Stock Exchange.',
  },
  {
    ...{ situation: 'non_reliance', change: 'began', in: 'current' },
    says: [/\bshould (?:no longer|not) be relied (?:up)?on\b/i, /\b(?:financial statements|reports?|financial information)\b/i],
    unless: [/\bforward-looking|\bpredict|\bprojection|\bguidance|\boutlook|\b(?:if|whether)\b/i],
    example: 'Its previously issued financial statements for the year 2023 should no longer be relied upon.',
  },
  {
    ...{ situation: 'material_weakness', change: 'began', in: 'current' },
    says: [
      /\b(?:identified|determined|concluded|has|have|had|exist\w*|reported)\b.{0,120}\bmaterial weakness/i,
      /\binternal controls? over financial reporting\b/i,
    ],
    unless: [possible, /\bpreviously|\bremediated|\bno material weakness|\bnot identif|\bwhether\b|\bmaterial weakness is a\b/i],
    item: /\b(?:4\.02|2\.02|7\.01|8\.01)\b/,
    example: 'The Company determined that it has a material weakness in its internal controls over financial reporting.',
  },
  {
    ...{ situation: 'material_weakness', change: 'began', in: 'report' },
    says: [
      /\b(?:was|were|is|are) not effective\b.{0,200}\bmaterial weakness|\binternal controls? over financial reporting (?:was|were|is|are) (?:\w+ )?not effective\b/i,
    ],
    unless: [possible],
    example: 'Our disclosure controls were not effective as of June 30, 2023, due to material weaknesses in internal control.',
  },
  {
    ...{ situation: 'material_weakness', change: 'ended', in: 'report' },
    says: [
      /\binternal controls? over financial reporting (?:was|were|is|are) effective\b|\bmaterial weakness(?:es)?\b.{0,80}\b(?:was|were|(?:has|have) been) (?:fully |successfully )?remediated\b/i,
    ],
    unless: [possible, /\bnot\b|\binability\b|\bunable\b|\bfail\w*|\bwhether\b/i],
    under: controlsHeading,
    example: 'Management concluded that the internal control over financial reporting was effective as of December 31, 2023.',
  },
  {
    ...{ situation: 'going_concern', change: 'began', in: 'report' },
    says: [
      /\bsubstantial doubt\b/i,
      /\bgoing concern\b/i,
      /\b(?:rais(?:e|es|ed)|cast|casts|exists?|there is|given rise|expressed)\b/i,
    ],
    unless: [
      imagined,
      /\b(?:alleviat\w+|mitigat\w+|no substantial doubt|not (?:rais\w+|any|in)|does not|did not|do not|evaluat\w+|assess\w*|determine)\b/i,
    ],
    example: 'These factors raise substantial doubt as to the Company’s ability to continue as a going concern.',
  },
  {
    ...{ situation: 'going_concern', change: 'ended', in: 'report' },
    says: [
      /\bsubstantial doubt\b.{0,160}\b(?:has been|was|is|been) alleviated\b|\bno substantial doubt\b|\bnot raise substantial doubt\b/i,
    ],
    unless: [imagined, /\bnot (?:been )?alleviated\b/i],
    example:
      'Management concluded that the substantial doubt about its ability to continue as a going concern has been alleviated.',
  },
  {
    ...{ situation: 'auditor_change', change: 'began', in: 'current' },
    says: [
      /\b(?:resign(?:ed|ation)|dismiss(?:ed|al)|declined? to stand|terminated|replaced)\b/i,
      /\b(?:account(?:ant|ing firm)s?|auditors?)\b/i,
    ],
    unless: [/\b(?:previously|Item 304)\b/i],
    item: /\b4\.01\b/,
    example: 'Deloitte informed the Company that it had resigned as the independent registered public accounting firm.',
  },
  {
    ...{ situation: 'auditor_change', change: 'ended', in: 'current' },
    says: [/\b(?:engaged|appointed|retained|selected|approved)\b/i, /\b(?:account(?:ant|ing firm)s?|auditors?)\b/i],
    unless: [/\b(?:consulted|dismiss\w*|resign\w*|previously|Item 304)\b/i],
    item: /\b4\.01\b/,
    example: 'The Audit Committee engaged Burr, Pilger & Mayer LLP as the independent registered public accounting firm.',
  },
  {
    ...{ situation: 'bankruptcy', change: 'ended', in: 'current' },
    says: [
      /\b(?:emerged|emergence) from (?:chapter 11|bankruptcy)|\bplan\b.{0,120}\b(?:became|has become|was declared) effective\b|\beffective date of the plan occurred\b/i,
    ],
    unless: [possible, ahead, /\b(?:following|upon|after) (?:its |the )?emergence\b/i],
    example: 'On September 29, 2025, the Plan became effective and the Company emerged from chapter 11.',
  },
  {
    ...{ situation: 'bankruptcy', change: 'denied', in: 'current' },
    says: [/\bthe company\b(?: itself)? (?:is|was) not (?:a debtor|a party|included|part of)\b/i],
    example: 'The Company itself is not a debtor in the cases of its subsidiary.',
  },
  {
    ...{ situation: 'merger', change: 'began', in: 'current' },
    says: [
      /\breceived\b/i,
      /\b(?:non-?binding|unsolicited|preliminary)\b.{0,120}\b(?:proposal|offer)\b/i,
      /\b(?:acquire|take the company private|purchase price|per share|all of the outstanding)\b/i,
    ],
    unless: [/\b(?:withdr\w+|rejected|if|whether)\b/i],
    example: 'The Board has received a non-binding proposal letter to take the Company private at $2.10 per share.',
  },
  {
    ...{ situation: 'merger', change: 'began', in: 'current' },
    says: [/\bentered into an? (?:definitive )?(?:agreement and plan of merger|merger agreement)\b/i],
    unless: [/\b(?:previously|as amended|terminated)\b/i],
    item: /\b1\.01\b/,
    example: 'On May 1, 2024, the Company entered into an Agreement and Plan of Merger with Parent and Merger Sub.',
  },
  {
    ...{ situation: 'merger', change: 'ended', in: 'current' },
    says: [
      /\b(?:withdrew|has withdrawn|was withdrawn|terminated|termination of)\b.{0,120}\b(?:proposal|merger agreement|agreement and plan of merger)\b/i,
    ],
    unless: [possible, ahead],
    example: 'The group withdrew its proposal to acquire the Company.',
  },
]

/** Words that every statement of doubt or weakness has, by which a sentence of a report is kept. */
export const hasDoubtOrWeaknessWords = (text: string): boolean =>
  /\bsubstantial doubt\b|\bmaterial weakness|\binternal controls? over financial reporting (?:was|were|is|are) (?:\w+ )?effective\b/i.test(
    text,
  )
