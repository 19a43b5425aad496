package dev.rctp.registries;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.TypeValidator;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code type}, stricter than JSON Schema in one point: an integer is written as one (protocol section 1), so
 * {@code 1.0} and {@code 1e2} are none.
 */
final class PlainIntegers extends AbstractKeyword {

    PlainIntegers() {
        super(KeywordType.TYPE.getValue());
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation location, JsonNode type, Schema parent, SchemaContext context) {
        return "integer".equals(type.stringValue(null))
                ? new Validator(location, type, parent, context)
                : KeywordType.TYPE.newValidator(location, type, parent, context);
    }

    private static final class Validator extends TypeValidator {

        Validator(SchemaLocation location, JsonNode type, Schema parent, SchemaContext context) {
            super(location, type, parent, context);
        }

        @Override
        public boolean equalsToSchemaType(JsonNode value, ExecutionContext context) {
            return value.isIntegralNumber();
        }
    }
}
