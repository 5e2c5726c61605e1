const ENUM_ID = 'c1a7f0d6-2a51-8e0f-9b1c-3d5f0a7b6e21';

/** A property as clients send it: the answer of GET /v1/metadata/types?category=field has the id of each type of values. */
export const CUSTOM_PROPERTY = {
  name: 'criticality',
  description: 'How much depends on it',
  propertyType: { type: 'type', name: 'enum' },
  customPropertyConfig: { config: { values: ['low', 'medium', 'high'], multiSelect: false } },
};

export const METADATA_TYPE = {
  id: '0b7f6f0e-51f2-8a33-a5a2-6d0e3c9c1f44',
  name: 'table',
  fullyQualifiedName: 'table',
  displayName: 'table',
  description: 'A table or view with its columns.',
  category: 'entity',
  version: 0.1,
  href: 'http://127.0.0.1:8585/api/v1/metadata/types/0b7f6f0e-51f2-8a33-a5a2-6d0e3c9c1f44',
  deleted: false,
  updatedAt: 1767225600000,
  updatedBy: 'admin',
  customProperties: [
    {
      ...CUSTOM_PROPERTY,
      propertyType: {
        id: ENUM_ID,
        type: 'type',
        name: 'enum',
        fullyQualifiedName: 'enum',
        href: `http://127.0.0.1:8585/api/v1/metadata/types/${ENUM_ID}`,
      },
    },
  ],
};
