import type { Envelope, ExtraFields } from './model';

/** The result object as JSON text, as the service would send it (specification, section 2). */
export function encodeEnvelope(envelope: Envelope): string {
  const { data } = envelope;
  const judge = data?.judge;
  const subtasks = judge?.subtasks.map((one) => ({ ...flat(one), cases: one.cases.map(flat) }));
  const compile = data?.compile && flat(data.compile);
  return JSON.stringify({
    ...flat(envelope),
    data: data && { ...flat(data), compile, judge: judge && { ...flat(judge), subtasks } },
  });
}

/** Fields that the specification doesn't name stand beside the others on the wire. */
function flat<Part extends { readonly extra?: ExtraFields }>(part: Part): object {
  if (!part.extra) return part;
  const { extra, ...named } = part;
  return { ...extra, ...named };
}
