// Whether a value fits a schema of the API's description, which is the server's own: for what was kept, or is read, without it.

const LONGEST = 60;
const TYPES = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

// Every fault as {pointer, detail}; none when it fits. `schemas` are those that references name.
export function misfits(schema, value, schemas, pointer = "") {
  if (schema.$ref) return misfits(schemas[schema.$ref.split("/").at(-1)] ?? {}, value, schemas, pointer);
  const wrong = [{ pointer, detail: `Found ${shown(value)}; accepted: ${schema.description ?? [schema.type ?? "another value"].flat().join(" or ")}.` }];
  if (schema.anyOf ?? schema.oneOf) return amongst(schema.anyOf ?? schema.oneOf, value, schemas, pointer, wrong);
  const types = [schema.type ?? []].flat();
  if (types.length && !types.some((type) => TYPES[type]?.(value))) return wrong;
  if (schema.enum && !schema.enum.includes(value)) return wrong;
  if (schema.not && !misfits(schema.not, value, schemas).length) return wrong;
  if (typeof value === "number" && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity))) return wrong;
  if (typeof value === "string" && !spelled(schema, value)) return wrong;
  if (Array.isArray(value)) return list(schema, value, schemas, pointer, wrong);
  return TYPES.object(value) ? fields(schema, value, schemas, pointer) : [];
}

// Of several schemas one must fit; where none does, the one of the same type says where the fault is.
function amongst(options, value, schemas, pointer, wrong) {
  const told = options.map((option) => misfits(option, value, schemas, pointer));
  if (told.some((faults) => !faults.length)) return [];
  return told.find((faults) => faults.every((fault) => fault.pointer !== pointer)) ?? wrong;
}

function spelled({ minLength = 0, maxLength = Infinity, pattern }, value) {
  const length = [...value].length;
  return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, "u").test(value));
}

function list({ minItems = 0, maxItems = Infinity, uniqueItems, items }, value, schemas, pointer, wrong) {
  if (value.length < minItems || value.length > maxItems) return wrong;
  if (uniqueItems && new Set(value.map((each) => JSON.stringify(each))).size < value.length) return wrong;
  return items ? value.flatMap((each, index) => misfits(items, each, schemas, `${pointer}/${index}`)) : [];
}

function fields({ properties = {}, required = [], additionalProperties, propertyNames }, value, schemas, pointer) {
  const at = (name) => `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => ({ pointer: at(name), detail: "It is missing." }));
  return [...missing, ...Object.entries(value).flatMap(([name, each]) => {
    if (propertyNames && misfits(propertyNames, name, schemas).length) return [{ pointer: at(name), detail: `Found the name ${shown(name)}, which cannot stand here.` }];
    if (Object.hasOwn(properties, name)) return misfits(properties[name], each, schemas, at(name));
    if (additionalProperties === false) return [{ pointer: at(name), detail: `Found the unknown field ${shown(name)}; accepted: ${Object.keys(properties).join(", ")}.` }];
    return TYPES.object(additionalProperties) ? misfits(additionalProperties, each, schemas, at(name)) : [];
  })];
}

function shown(value) {
  if (Array.isArray(value)) return value.length ? `a list of ${value.length}` : "an empty list";
  if (TYPES.object(value)) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
