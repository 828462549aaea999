/**
 * What tells services apart, in one text that is stored with records, credentials, and pending requests: type, address
 * (a normalised URL, or a handle), and the name that the person gave it. Another address under an old name is another
 * service.
 */
export type ServiceId = string;

export interface ServiceIdentity {
  readonly type: string;
  readonly address: string;
  readonly name: string;
}

/** The one service that needs no description; its name is reserved. */
export const builtInService = {
  name: 'luogu',
  type: 'luogu',
  label: 'Luogu Open Platform',
  chineseLabel: '洛谷开放平台',
};

export function serviceId({ type, address, name }: ServiceIdentity): ServiceId {
  return `${type} ${address} ${name}`;
}

/** The parts of a service ID, also of a service that is no longer set up. */
export function serviceIdentity(id: ServiceId): ServiceIdentity {
  const [type = '', address = '', ...name] = id.split(' ');
  return { type, address, name: name.join(' ') };
}
