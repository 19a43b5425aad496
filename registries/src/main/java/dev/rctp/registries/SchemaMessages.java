package dev.rctp.registries;

import com.networknt.schema.Error;

/** Our own sentences for what a schema finds, made of the schema's words only: a value may be private (INV-1). */
final class SchemaMessages {

    private SchemaMessages() {}

    static String message(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> "is required";
            case "dependentRequired" -> "does not stand without another member";
            case "contains", "minContains", "maxContains" -> "does not have the entries it must have";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known member";
            case "false", "not" -> "is not allowed here";
            case "propertyNames" -> "has a member whose name has the wrong form";
            case "type" -> "has the wrong type";
            case "enum", "const" -> "is not one of the allowed values";
            case "pattern", "format" -> "has the wrong form";
            case "minimum", "exclusiveMinimum" -> "is too small";
            case "maximum", "exclusiveMaximum" -> "is too large";
            case "minLength" -> "is too short";
            case "maxLength" -> "is too long";
            case "minItems", "minProperties" -> "has too few entries";
            case "maxItems", "maxProperties" -> "has too many entries";
            case "uniqueItems" -> "has an entry twice";
            default -> "is not what the schema asks for";
        };
    }
}
