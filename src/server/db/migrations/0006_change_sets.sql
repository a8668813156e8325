CREATE TABLE "change_sets" (
	"tenant_id" uuid NOT NULL,
	"change_id" text NOT NULL,
	"ordinal" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"door" text NOT NULL,
	"summary" jsonb NOT NULL,
	"undo_right" text NOT NULL,
	"undone" boolean DEFAULT false NOT NULL,
	"tip_id" text,
	"tip_ordinal" uuid,
	CONSTRAINT "change_sets_tenant_id_change_id_pk" PRIMARY KEY("tenant_id","change_id")
);
--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_sets_ordinal" ON "change_sets" USING btree ("tenant_id","ordinal");--> statement-breakpoint
CREATE INDEX "change_sets_user" ON "change_sets" USING btree ("tenant_id","user_id","ordinal");--> statement-breakpoint
CREATE INDEX "history_request" ON "history_entries" USING btree ("tenant_id","request_id");